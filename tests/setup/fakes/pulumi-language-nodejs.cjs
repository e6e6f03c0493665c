// Stands for the CLI's Node language host, which is only asked whether it starts.
console.error("Usage of pulumi-language-nodejs:");
