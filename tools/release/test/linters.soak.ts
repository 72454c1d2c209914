import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { documentFile, repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const document = join(repositoryFolder, documentFile);
const redocly = join(repositoryFolder, 'tools/release/node_modules/.bin/redocly');
/** No workspace installs it. */
const spectral = ['npx', '--yes', '--package', '@stoplight/spectral-cli@6.16.3', 'spectral'];

const linters: [name: string, command: string[], config: string, says: string][] = [
  ['Redocly', [redocly, 'lint', document, '--config'], 'extends: [recommended]\ntelemetry: off\n', 'Woohoo!'],
  ['Spectral', [...spectral, 'lint', document, '--ruleset'], 'extends: spectral:oas\n', 'No results'],
];

test.for(linters)(
  '%s reports nothing about the document by its recommended rules',
  async ([, command, config, says]) => {
    const folder = createTemporaryFolder(onTestFinished);
    const file = join(folder, 'rules.yaml');
    writeFileSync(file, config);
    const [program = '', ...args] = command;

    const { exitCode, output } = await tryCommand(program, [...args, file], { cwd: folder, env: outsideEnvironment() });

    expect(exitCode, output).toBe(0);
    expect(output).toContain(says);
    expect(output).not.toMatch(/warning/i);
  },
);
