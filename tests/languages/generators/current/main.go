// Checks the Pulumi schema and generates the SDKs of TypeScript, Python and Go, as `pulumi package add` of a downloaded CLI does:
// the language hosts that set-up builds are too old for that command. Arguments: the schema and the folder of the SDKs.
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	log.SetFlags(0)
	// The generator of Python changes the package that it gets.
	files, err := python.GeneratePackage("generator", bind(os.Args[1]), nil, nil)
	write(filepath.Join(os.Args[2], "python"), files, err)
	files, err = gogen.GeneratePackage("generator", bind(os.Args[1]), nil)
	write(filepath.Join(os.Args[2], "go"), files, err)
	files, err = nodejs.GeneratePackage("generator", bind(os.Args[1]), nil, nil, true, nil)
	write(filepath.Join(os.Args[2], "nodejs"), files, err)
}

func bind(file string) *schema.Package {
	text, err := os.ReadFile(file)
	check(err)
	var spec schema.PackageSpec
	check(json.Unmarshal(text, &spec))
	pkg, diagnostics, err := schema.BindSpec(spec, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	check(err)
	if len(diagnostics) > 0 {
		log.Fatal(diagnostics)
	}
	return pkg
}

func write(folder string, files map[string][]byte, err error) {
	check(err)
	for name, text := range files {
		file := filepath.Join(folder, name)
		check(os.MkdirAll(filepath.Dir(file), 0o755))
		check(os.WriteFile(file, text, 0o644))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
