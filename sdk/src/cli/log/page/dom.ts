/** The element of the template with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element with attributes and children. Children are nodes or texts: no text becomes markup. */
export function element(
  name: string,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) created.setAttribute(key, String(value));
  created.append(...children);
  return created;
}

/** The policy of the page allows no attributes with styles, but scripts may set them. */
export function place(target: HTMLElement, left: number, width: number): HTMLElement {
  target.style.left = `${left.toFixed(1)}px`;
  target.style.width = `${width.toFixed(1)}px`;
  return target;
}
