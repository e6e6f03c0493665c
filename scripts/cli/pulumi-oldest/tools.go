//go:build tools

// Package tools names the program that set-up builds, so that go.mod and go.sum pin it and all it needs.
package tools

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
