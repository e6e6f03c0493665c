/** Stands for an object that is created before the tests run. */
export function later<T extends object>(get: () => T | undefined): T {
  const target = () => {
    const object = get();
    if (!object) throw new Error("The object was not created before this test.");
    return object;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const object = target();
      const value = Reflect.get(object, name, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
    set: (_, name, value) => Reflect.set(target(), name, value),
  });
}
