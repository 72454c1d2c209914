import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder, programsFolder } from './packed-project.ts';

const client = '@escrow-kit/client';
const webhooks = '@escrow-kit/webhooks';
const openapiFetch = 'openapi-fetch';

/** The configuration of a worker with the programs and packages of a project; each file is a module. */
export function workerdConfiguration(project: string, { main, flags }: { main: string; flags: string[] }): string {
  const files = (path: string): string[] => readdirSync(path).filter((file) => file.endsWith('.js'));
  const modules = [
    [main, `embed "${main}"`],
    ...files(programsFolder).map((file) => [file, `embed "${file}"`]),
    ...[client, webhooks].flatMap((name) =>
      files(join(installedFolder(project, name), 'dist')).map((file) => [
        `${name}/${file}`,
        `embed "node_modules/${name}/dist/${file}"`,
      ]),
    ),
    // workerd resolves an entry point to the module of that name; it does not read package.json.
    [client, `"export * from './client/index.js';"`],
    [`${client}/memory`, `"export * from './memory.js';"`],
    [`${client}/${openapiFetch}`, `embed "node_modules/${openapiFetch}/dist/index.mjs"`],
    [webhooks, `"export * from './webhooks/index.js';"`],
    ...['web', 'fetch', 'memory'].map((entry) => [`${webhooks}/${entry}`, `"export * from './${entry}.js';"`]),
  ].map(([name, text]) => `(name = "${name}", esModule = ${text})`);
  const worker = `(compatibilityDate = "2026-11-01", compatibilityFlags = ${JSON.stringify(flags)}, modules = [${modules}])`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = ${worker})]);
`;
}
