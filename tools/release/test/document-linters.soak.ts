import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentFile, repositoryFolder } from '../src/repository.ts';
import { installOtherTools, type OtherTools } from './other-tools.ts';
import { tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const current = join(repositoryFolder, documentFile);
const spectralRules = join(repositoryFolder, 'spec/spectral.yaml');
const redoclyRules = join(repositoryFolder, 'spec/redocly.yaml');

const { folder, remove } = createTemporaryFolder();
let tools: OtherTools;

beforeAll(async () => {
  tools = await installOtherTools(join(folder, 'tools'));
});

afterAll(remove);

test('spectral:oas finds only waived problems in the document', async () => {
  expect(await spectralFindings(spectralRules)).toEqual([]);
});

test("redocly's recommended-strict finds only waived problems in the document", async () => {
  expect(await redoclyFindings(redoclyRules)).toEqual([]);
});

test('every waiver for spectral is needed', async () => {
  const found = await spectralFindings(write('all-of-spectral.yaml', 'extends: spectral:oas\n'));

  expect(ruleNames(found)).toEqual(waivers(spectralRules));
});

test('every waiver for redocly is needed', async () => {
  const found = await redoclyFindings(write('all-of-redocly.yaml', 'extends: [recommended-strict]\ntelemetry: off\n'));

  expect(ruleNames(found)).toEqual(waivers(redoclyRules));
});

interface Finding {
  rule: string;
  message: string;
}

/** Every finding, including hints. */
async function spectralFindings(ruleset: string): Promise<Finding[]> {
  const command = ['lint', current, '--ruleset', ruleset, '--format', 'json', '--quiet'];
  const { stdout } = await tools.try('spectral', ...command);
  const results: { code: string; path: string[]; message: string }[] = JSON.parse(stdout);
  return results.map(({ code, path, message }) => ({ rule: code, message: `${path.join('.')}: ${message}` }));
}

/** Every finding, including warnings. */
async function redoclyFindings(ruleset: string): Promise<Finding[]> {
  const command = ['lint', current, '--config', ruleset, '--format', 'json'];
  const { stdout } = await tryCommand('redocly', command, { cwd: folder });
  const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(stdout);
  return problems.map(({ ruleId, message }) => ({ rule: ruleId, message }));
}

function ruleNames(findings: Finding[]): string[] {
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

/** The rules that a ruleset switches off. */
function waivers(ruleset: string): string[] {
  return Array.from(readFileSync(ruleset, 'utf8').matchAll(/^ {2}([\w-]+): off$/gm), ([, name]) => name ?? '').sort();
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
