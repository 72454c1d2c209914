// The allowed imports, including those of types. `pnpm lint` checks them.

/** Matches a path in a workspace; group 1 is the workspace's folder. */
const workspace = '^((?:packages|apps)/[^/]+|spec|tools|docs)/';

/**
 * The folders and files of the sources of a workspace, the lowest first. Each imports only those before it; what is not listed
 * assembles them.
 */
const layersByWorkspace = {
  spec: ['generated', 'formats', 'document', 'validator'],
  'packages/client': [
    ...['json.ts', 'generated/formats.ts', 'rules.ts', 'generated', 'document', 'errors.ts', 'input.ts'],
    ...['observer.ts', 'tokens.ts', 'flows/journal.ts', 'flows/contract-terms.ts', 'options.ts', 'calls'],
    ...[
      'checkout-url.ts',
      'resources.ts',
      'flows',
      'caught-errors.ts',
      'create-escrow-client.ts',
      'index.ts',
      'journals',
    ],
  ],
  'packages/webhooks': [
    ...['generated', 'errors.ts', 'event.ts', 'signature', 'observer.ts', 'inbox', 'receiver', 'adapters', 'platforms'],
    ...['post.ts', 'secrets.ts', 'relay', 'doctor'],
  ],
  'packages/contract-tests': [
    ...[
      'package',
      'deployment',
      'states',
      'pacts',
      'judge',
      'preflight',
      'report',
      'observe',
      'verify',
      'command-line',
    ],
  ],
  'apps/sandbox': [
    'generated',
    'store',
    'domain',
    'http',
    'request-log',
    'delivery',
    'service',
    'pages',
    'control',
    'server',
  ],
  'apps/dashboard': ['api', 'icon.svg', 'ui', 'shell'],
};

/** The workspaces that the sources of a workspace may import. */
const workspacesBySources = {
  spec: [],
  'packages/client': ['packages/shared'],
  'packages/webhooks': ['packages/shared'],
  'packages/checkout': [],
  'packages/sandbox-control': ['spec'],
  'packages/contract-tests': ['spec', 'packages/sandbox-control', 'packages/shared'],
  'apps/dashboard': ['spec', 'packages/sandbox-control'],
  'apps/prism-mock': ['spec', 'packages/shared'],
  // The sandbox reads the document itself, so that client and sandbox check each other. It takes its types from the client.
  'apps/sandbox': [
    'spec',
    'packages/sandbox-control',
    'packages/webhooks',
    'packages/shared',
    'packages/client/src/generated',
  ],
};

const layerRules = Object.entries(layersByWorkspace).flatMap(([folder, layers]) =>
  layers.map((layer, index) => ({
    name: `${folder}: ${layer}`,
    severity: 'error',
    comment: `Of its own workspace, ${layer} imports only ${layers.slice(0, index).join(', ') || 'itself'}.`,
    from: {
      path: `^${folder}/src/${layer}(/|$)`,
      // A file of a layer below has a rule of its own.
      pathNot: layers.slice(0, index).map((below) => `^${folder}/src/${below}$`),
    },
    to: { path: `^${folder}/src/`, pathNot: `^${folder}/src/(${layers.slice(0, index + 1).join('|')})(/|$)` },
  })),
);

const workspaceRules = Object.entries(workspacesBySources).map(([folder, allowed]) => ({
  name: `workspaces of ${folder}`,
  severity: 'error',
  comment: `The sources of ${folder} import ${allowed.join(', ') || 'no other workspace'}.`,
  from: { path: `^${folder}/src/` },
  to: { path: workspace, pathNot: `^(${[folder, ...allowed].join('|')})/` },
}));

/** A rule of its own. */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    ...workspaceRules,
    rule(
      'sandbox-domain-without-http',
      'The rules of the service do not depend on HTTP.',
      { path: '^apps/sandbox/src/(store|domain)/' },
      { path: '(^|node_modules/)(hono|@hono/[^/]+|(node:)?https?)(/|$)' },
    ),
    rule(
      'client-on-every-runtime',
      'Only journals need Node or a package: browsers and workers load the rest.',
      { path: '^packages/client/src/', pathNot: '^packages/client/src/journals/' },
      { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer'], pathNot: '(^|node_modules/)openapi-fetch/' },
    ),
    rule(
      'no-circle',
      'A file in an import cycle can be understood and moved only together with the whole cycle.',
      {},
      { circular: true },
    ),
    rule(
      'within-the-workspace',
      'A relative import stays in its workspace; import others by name, through their public exports. Builds share options.',
      { path: workspace },
      { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^($1/|tsdown[.]shared[.]ts$)' },
    ),
    rule(
      'sources-import-sources',
      'Sources import no test and no script of their workspace; JSON beside the sources is allowed.',
      { path: `${workspace}src/` },
      { dependencyTypes: ['local'], path: '^$1/', pathNot: '^$1/(src/|[^/]+[.]json$)' },
    ),
    rule(
      'nothing-imports-the-top',
      'The contract tests and the shop are above everything that they use.',
      { pathNot: '^(packages/contract-tests|apps/shop)/' },
      { path: '^(packages/contract-tests|apps/shop)/' },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['^(?!.*node_modules/).*(^|/)(dist|[.]turbo)/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
