import { main } from "./cli/main";

void main(process.argv.slice(2)).then((exitCode) => {
  if (exitCode !== undefined) process.exit(exitCode);
});
