//go:build tools

// Package tools names the program that a test builds, so that go.mod and go.sum pin it and all it needs.
package tools

import _ "github.com/yannh/kubeconform/cmd/kubeconform"
