import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createControl } from '@escrow-kit/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { createPackedProject } from './packed-project.ts';
import { runCommand, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const page = readFileSync(join(repositoryFolder, 'docs/guide/going-live.md'), 'utf8');
const [, shop = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
const commands = [...page.matchAll(/^npx (@escrow-kit\/\S+) (.*)$/gm)].map(([line]) => line);
const commandWith = (text: string): string => commands.find((line) => line.includes(text)) ?? `the page has no ${text}`;

/** A flow of its own, with a call that the overlay adds. */
const flow = `
import { defineFlow } from '@escrow-kit/client/define-flow';
export const read = defineFlow<{ contractId: string }, { read: string }>({
  name: 'shop.read',
  steps: ({ contractId }) => [
    { name: 'read', operation: 'readContract', input: () => ({ path: { contractId } }), result: ({ data }) => data.status },
  ],
});
`;

const { folder, remove } = createTemporaryFolder();
const children: ChildProcess[] = [];
/** The deployment: a sandbox that differs as the overlay of the guide says. */
let url: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const packed = await createPackedProject(folder);
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  const bins = Object.entries(packed).flatMap(([name, { manifest }]) => {
    const [file] = Object.values(manifest.bin ?? {});
    return file ? [`${name}) file=${join(folder, 'node_modules', name, file)};;`] : [];
  });
  const npx = `#!/bin/sh\ncase "$1" in\n${bins.join('\n')}\nesac\nshift\nexec '${process.execPath}' "$file" "$@"\n`;
  writeFileSync(join(folder, 'npx'), npx);
  chmodSync(join(folder, 'npx'), 0o755);
  copyFileSync(join(repositoryFolder, 'docs/guide/deployment.overlay.yaml'), join(folder, 'deployment.overlay.yaml'));
  const [, options = ''] =
    /```json\n(.*?)```/s.exec(readFileSync(join(repositoryFolder, 'docs/guide/README.md'), 'utf8')) ?? [];
  const { compilerOptions } = JSON.parse(options);
  // The types of the packages are checked as well: those of every entry have to follow the deployment.
  const checked = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, include: ['shop.ts', 'flow.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(checked));
  writeFileSync(join(folder, 'flow.ts'), flow);
  writeFileSync(join(folder, 'shop.ts'), shop);
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('ESCROW_'));
  env = {
    ...Object.fromEntries(outside),
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    ...{ ESCROW_ORGANIZATION_TOKEN: 'org_sandbox', ESCROW_CLIENT_ADMIN_TOKEN: 'adm_sandbox' },
    ...{ ESCROW_CLIENT_ID: 'sandbox-client', ESCROW_CLIENT_SECRET: 'sandbox-secret', PORT: '0' },
  };
  const [line] = await start(`${commandWith('@escrow-kit/sandbox ')} --json`, /^\{/);
  ({ url } = JSON.parse(line));
});

afterAll(async () => {
  await Promise.all(children.map(end));
  remove();
});

/** Starts a command line of the page, and returns its process after the line that it waits for, with that line. */
async function start(command: string, awaited: RegExp, more: NodeJS.ProcessEnv = {}): Promise<[string, ChildProcess]> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve, reject) => {
    // The rest is read as well, so that the process can go on writing.
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (text) => awaited.test(text) && resolve(text));
    }
    child.on('exit', () => reject(new Error(`"${command}" ended before it printed ${awaited}.`)));
  });
  return [line, child];
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}

const portOf = (line: string): string => /(?:127\.0\.0\.1:|"port":)(\d+)/.exec(line)?.[1] ?? '';

test('a shop of a deployment that differs: generated, type-checked, observed, paid', async () => {
  await runCommand('sh', ['-c', commandWith('generate')], { cwd: folder, env });
  await runCommand('tsc', ['-p', '.', '--checkers', '1'], { cwd: folder, env });
  // Which port the shop takes is known only once it listens, and it needs the proxy's.
  const hosts = { ESCROW_URL: url, ESCROW_PORT: '0' };
  const [observing, observer] = await start(commandWith('observe'), /give your application/, hosts);
  const [, proxy = ''] = /give your application (\S+)/.exec(observing) ?? [];
  const [listening] = await start('node shop.ts', /listening/, { ESCROW_URL: proxy, ESCROW_CHECKOUT_URL: url });
  const order = `http://127.0.0.1:${portOf(listening)}/orders/1`;
  const control = createControl(url);
  await control.setWebhook(`http://127.0.0.1:${portOf(listening)}/webhooks`);

  const checkout = await fetch(`${order}/checkout`, { redirect: 'manual' });
  const contract = await (await fetch(`${order}/contract`)).text();
  const {
    milestones: [milestone],
  } = await control.milestones();
  await control.giveConsent('+966500000002');
  await control.pay(milestone?.milestoneId ?? '');
  await control.drain();
  await end(observer);

  expect(checkout.headers.get('location')).toMatch(new RegExp(`^${url}/checkout/external/.*ticket=`));
  expect(contract).toBe('CREATED, from the PROVIDER\n');
  expect((await control.deliveries()).deliveries).toMatchObject([{ state: 'delivered' }]);
  expect(readFileSync(join(folder, 'observed.html'), 'utf8').match(/POST \/api\/v3\/sign-in/)).not.toBeNull();
});

test('the other commands of the page run', async () => {
  const verify = await tryCommand('sh', ['-c', commandWith('verify')], {
    cwd: folder,
    // For time; the page checks everything.
    env: { ...env, ESCROW_URL: url, ESCROW_CONTROL_URL: url, ESCROW_RULE: 'PARTY-0 CONTRACT-2', ESCROW_YES: 'true' },
  });
  const [mock] = await start(commandWith('prism-mock'), /127\.0\.0\.1/);

  expect(verify).toMatchObject({ exitCode: 0 });
  const read = await fetch(`http://127.0.0.1:${portOf(mock)}/api/external/contracts/c-1`, {
    headers: { authorization: 'Bearer adm_sandbox' },
  });
  await expect(read.json()).resolves.toMatchObject({ data: { senderRole: 'PROVIDER' } });
});
