// Prints the modules that a process has loaded when it ends.
process.on("exit", () => console.log(Object.keys(require.cache).join("\n")));
