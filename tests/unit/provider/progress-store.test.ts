import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { FileJournal } from "../../../sdk/src/provider/journal";

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "journal-"));
  folder = join(home, "cloudplatform", "creations");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const note = { facts: { name: "edge", before: [] }, id: "one" };

describe("a note", () => {
  test("is there for the next process", () => {
    new FileJournal(folder).note("a", note);
    expect(new FileJournal(folder).recall("a")).toEqual(note);
    expect(new FileJournal(folder).recall("b")).toBeUndefined();
  });

  test("is replaced by a later one, and gone when it is forgotten", () => {
    const journal = new FileJournal(folder);
    journal.note("a", note);
    journal.note("a", { facts: { name: "other" }, id: "1" });
    expect(new FileJournal(folder).recall("a")).toEqual({ facts: { name: "other" }, id: "1" });
    new FileJournal(folder).forget("a");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is nobody else's to read", () => {
    new FileJournal(folder).note("a", note);
    const [file = ""] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  });

  test("is another resource's in another project or backend", () => {
    new FileJournal(folder).note("a", note);
    process.env.PULUMI_BACKEND_URL = "file:///elsewhere";
    try {
      expect(new FileJournal(folder).recall("a")).toBeUndefined();
    } finally {
      delete process.env.PULUMI_BACKEND_URL;
    }
  });

  test("that is a month old is cleared away", () => {
    new FileJournal(folder).note("a", note);
    const [file = ""] = readdirSync(folder);
    const long = Date.now() / 1000 - 40 * 86_400;
    utimesSync(join(folder, file), long, long);
    expect(new FileJournal(folder).recall("a")).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("that cannot be read or written is as good as none", () => {
    new FileJournal(folder).note("a", note);
    const [file = ""] = readdirSync(folder);
    writeFileSync(join(folder, file), readFileSync(join(folder, file), "utf8").slice(0, 10));
    expect(new FileJournal(folder).recall("a")).toBeUndefined();
    const nowhere = new FileJournal(join(folder, file, "below-a-file"));
    nowhere.note("a", note);
    expect(nowhere.recall("a")).toBeUndefined();
    nowhere.forget("a");
  });
});
