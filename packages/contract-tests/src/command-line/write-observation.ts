import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { optionOf } from '../deployment/deployment.ts';
import { proposeOverlay } from '../observe/proposal/propose-overlay.ts';
import { formatObservationHtml } from '../observe/report/format-observation-html.ts';
import { formatObservationJson } from '../observe/report/format-observation-json.ts';
import type { ObservationReport } from '../observe/report/observation-report.ts';
import { checkReportFile } from '../preflight/check-report-file.ts';
import type { ObservationFile, ObserveOptions } from './observe-options.ts';

interface Content {
  what: string;
  format: (report: ObservationReport) => string | undefined;
  /** Whether a text was written by this format, and not edited since where that can be told. */
  isOwn: (text: string) => boolean;
}

const contents: Record<ObservationFile, Content> = {
  html: {
    what: 'The report',
    format: formatObservationHtml,
    isOwn: (text) => text.startsWith('<!doctype html>') && text.includes('<title>What the service showed</title>'),
  },
  json: {
    what: 'The report',
    format: formatObservationJson,
    isOwn: (text) => /^\{\s*"version": 1,\s*"by": "[^"]*",\s*"exchanges": /.test(text),
  },
  writeOverlay: {
    what: 'The proposed overlay',
    format({ findings }) {
      const overlay = proposeOverlay(findings);
      return overlay === undefined ? undefined : seal(overlay);
    },
    isOwn: isSealed,
  },
};

const entriesOf = (files: ObserveOptions['files']) => Object.entries(files) as [ObservationFile, string][];

/** Throws if a file can't be written, is one of these overlays, or holds what `observe` did not write. */
export function checkObservationFiles(files: ObserveOptions['files'], overlays: readonly string[]): void {
  for (const [name, file] of entriesOf(files)) {
    checkReportFile(file);
    if (overlays.some((overlay) => isSameFile(overlay, file)))
      throw new CommandLineError(`${optionOf(name)} ${file} is read by --overlay as well. Give another name.`);
    refuseForeign(name, file);
  }
}

/**
 * Writes the requested files, and returns a line about each. Throws if one can't be written, or holds what `observe` did not write,
 * as a proposal that someone has begun to edit.
 */
export function writeObservation(report: ObservationReport, files: ObserveOptions['files']): string[] {
  return entriesOf(files).map(([name, file]) => {
    const { what, format } = contents[name];
    const content = format(report);
    if (content === undefined)
      return `There is nothing to propose, so ${file} is not written${existsSync(file) ? ' anew' : ''}.`;
    refuseForeign(name, file);
    try {
      writeFileSync(file, content);
    } catch (error) {
      throw new CommandLineError(`${file} can't be written: ${(error as Error).message}. Choose another file.`);
    }
    return `${what} is in ${file}.`;
  });
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** An empty file, and what is no file, such as a device, can be written to. */
function refuseForeign(name: ObservationFile, file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  const text = readFileSync(file, 'utf8');
  if (text === '' || contents[name].isOwn(text)) return;
  throw new CommandLineError(
    `${optionOf(name)} ${file} holds what observe did not write, or what was edited since. It stays as it is: give another name.`,
  );
}

const firstWords = '# Proposed by observing the service.';
const sealing = '# An edited file is not written anew. SHA-256 of the other lines: ';

/** Notes below the first line what the others are, so that an edit shows. */
function seal(overlay: string): string {
  const [first, ...others] = overlay.split('\n');
  return [first, `${sealing}${hashOf(overlay)}`, ...others].join('\n');
}

function isSealed(text: string): boolean {
  const [first = '', second, ...others] = text.split('\n');
  return first.startsWith(firstWords) && second === `${sealing}${hashOf([first, ...others].join('\n'))}`;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
