// Generates the SDKs of C# and Java. Their generators are no part of Pulumi's newer Go modules, so these are of January 2024.
// Arguments: the schema and the folder of the SDKs.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	log.SetFlags(0)
	pkg := bind(os.Args[1])
	files, err := java.GeneratePackage("generator", pkg, nil)
	write(filepath.Join(os.Args[2], "java"), files, err)
	// The generator of C# downloads a logo.
	logo := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	pkg.LogoURL = logo.URL
	files, err = dotnet.GeneratePackage("generator", pkg, nil)
	write(filepath.Join(os.Args[2], "csharp"), files, err)
}

func bind(file string) *schema.Package {
	text, err := os.ReadFile(file)
	check(err)
	var spec schema.PackageSpec
	check(json.Unmarshal(text, &spec))
	pkg, diagnostics, err := schema.BindSpec(spec, nil)
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
