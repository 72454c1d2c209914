import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A text that is inserted at an anchor, which the file has exactly once. */
interface Insertion {
  kind: 'insert-after' | 'insert-before';
  anchor: string;
}

/** One edit by hand: a new file, or a text that is added to a file, at an anchor or at its end. */
export type Edit = { path: string; text: string } & (Insertion | { kind: 'create' | 'append' });

/** Writes an edit into a folder. */
export function applyEdit(folder: string, edit: Edit): void {
  const text = editedText(folder, edit);
  const file = join(folder, edit.path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The text of a file after an edit. Throws if the file or the anchor does not fit. */
export function editedText(folder: string, edit: Edit): string {
  const isThere = existsSync(join(folder, edit.path));
  if (edit.kind === 'create') {
    if (isThere) throw new Error(`${edit.path} exists already. Give the file of the trial another name.`);
    return edit.text;
  }
  if (!isThere) throw new Error(`${edit.path} is gone, and a trial of docs/change.md edits it.`);
  const text = readFileSync(join(folder, edit.path), 'utf8');
  return 'anchor' in edit ? insertedText(text, edit) : text + edit.text;
}

function insertedText(text: string, { path, kind, anchor, text: added }: Edit & Insertion): string {
  const parts = text.split(anchor);
  if (parts.length !== 2) {
    const problem = `has the anchor of a trial ${parts.length - 1} times, not once`;
    throw new Error(`${path} ${problem}: ${JSON.stringify(anchor)}`);
  }
  return parts.join(kind === 'insert-after' ? anchor + added : added + anchor);
}
