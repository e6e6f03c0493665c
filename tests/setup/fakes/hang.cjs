// Writes the process id, and waits until a signal ends the process.
require("node:fs").writeFileSync(`${process.env.FAKE_LOG}.pid`, String(process.pid));
setInterval(() => {}, 1000);
