const { relative, sep } = require("node:path");

const SHOWN = 10;

/** Prints the progress, and at the end the slowest layers and files. Jest's own reporter prints neither. */
module.exports = class ProgressReporter {
  onTestResult(_test, _result, { numTotalTestSuites: all, startTime, ...counts }) {
    const done = counts.numPassedTestSuites + counts.numFailedTestSuites;
    const tenth = Math.ceil(all / SHOWN);
    if (done % tenth === 0 && done < all)
      console.error(`${done} of ${all} test files after ${seconds(Date.now() - startTime)}`);
  }

  onRunComplete(_contexts, { testResults }) {
    const files = testResults.map(({ testFilePath, perfStats }) => [
      relative(process.cwd(), testFilePath).split(sep).join("/"),
      perfStats.runtime,
    ]);
    const layers = new Map();
    for (const [file, time] of files) {
      const layer = file.split("/")[1];
      layers.set(layer, (layers.get(layer) ?? 0) + time);
    }
    print("Time by layer", [...layers]);
    print("Slowest files", files);
  }
};

function print(title, times) {
  const slowest = [...times].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  const lines = slowest.map(([name, time]) => `${seconds(time).padStart(8)}  ${name}`);
  console.error([`\n${title}:`, ...lines].join("\n"));
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
