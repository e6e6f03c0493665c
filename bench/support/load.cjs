// Prints what it costs to load modules after others: node load.cjs <loaded before> <file>[:<export>]

const { performance } = require("node:perf_hooks");

const [before, target] = process.argv.slice(2);
const [file, name] = target.split(":");
if (before !== "") require(before);
const { rss } = process.memoryUsage();
const begin = performance.now();
const loaded = require(file);
if (name !== undefined && !loaded[name]) throw new Error(`${file} has no ${name}`);
const milliseconds = performance.now() - begin;
console.log(JSON.stringify({ milliseconds, megabytes: (process.memoryUsage().rss - rss) / 1024 / 1024 }));
