// A fake of the CLI's Node language host. Set-up only checks that it starts.
console.error("Usage of pulumi-language-nodejs:");
