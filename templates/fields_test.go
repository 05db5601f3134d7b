package templates

import (
	"slices"
	"strings"
	"text/template/parse"
)

// fields are the facts that an entry and those it includes fill in, ascending.
func fields(s *Set, name string) []string {
	seen, entries := map[string]bool{}, map[string]bool{}
	var visit func(n parse.Node)
	visitAll := func(list *parse.ListNode) {
		if list != nil {
			for _, n := range list.Nodes {
				visit(n)
			}
		}
	}
	enter := func(name string) {
		if t := s.root.Lookup(name); t != nil && !entries[name] {
			entries[name] = true
			visitAll(t.Root)
		}
	}
	branch := func(b *parse.BranchNode) {
		visit(b.Pipe)
		visitAll(b.List)
		visitAll(b.ElseList)
	}
	visit = func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ActionNode:
			visit(n.Pipe)
		case *parse.PipeNode:
			if n != nil {
				for _, c := range n.Cmds {
					visit(c)
				}
			}
		case *parse.CommandNode:
			for _, a := range n.Args {
				visit(a)
			}
		case *parse.DotNode:
			seen["."] = true
		case *parse.FieldNode:
			seen["."+strings.Join(n.Ident, ".")] = true
		case *parse.ChainNode:
			visit(n.Node)
		case *parse.VariableNode:
			if n.Ident[0] == "$" && len(n.Ident) > 1 {
				seen["."+strings.Join(n.Ident[1:], ".")] = true
			}
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			branch(&n.BranchNode)
		case *parse.TemplateNode:
			visit(n.Pipe)
			enter(n.Name)
		}
	}
	enter(name)
	var all []string
	for field := range seen {
		all = append(all, field)
	}
	slices.Sort(all)
	return all
}
