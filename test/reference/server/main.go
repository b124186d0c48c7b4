package main

import (
	"log"
	"os"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

// As the reference opens its database, but for how a commit is written: SYNCHRONOUS=FULL flushes each to disk, as ours does.
func connect(path string) (*dbx.DB, error) {
	mode := os.Getenv("SYNCHRONOUS")
	if mode == "" {
		return core.DefaultDBConnect(path)
	}
	pragmas := []string{
		"busy_timeout(10000)", "journal_mode(WAL)", "journal_size_limit(200000000)", "synchronous(" + mode + ")",
		"foreign_keys(ON)", "temp_store(MEMORY)", "cache_size(-32000)",
	}
	return dbx.Open("sqlite", path+"?_pragma="+strings.Join(pragmas, "&_pragma="))
}

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: connect})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}
