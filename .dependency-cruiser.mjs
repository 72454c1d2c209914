// The allowed imports, including those of types. `pnpm lint` checks them.

/** Matches a path in a workspace; group 1 is the workspace's folder. */
const workspace = '^((?:packages|apps|tools)/[^/]+|spec)/';

/** The folders of the sandbox's sources, the lowest first, each with those that it may import. */
const sandboxLayers = {
  generated: [],
  store: [],
  domain: ['store'],
  http: ['domain', 'store'],
  'request-log': ['http', 'domain', 'store'],
  delivery: ['domain', 'store'],
  service: ['request-log', 'http', 'domain', 'store', 'generated'],
  pages: ['request-log', 'http', 'domain', 'store', 'generated'],
  control: ['delivery', 'request-log', 'http', 'domain', 'store'],
  server: ['control', 'pages', 'service', 'delivery', 'http', 'domain'],
};

/** The same for the client. Files beside the folders assemble the client; folders above it import its `index.ts`. */
const clientLayers = {
  formats: [],
  rules: ['formats'],
  generated: ['rules'],
  document: ['generated', 'rules'],
  errors: ['document'],
  input: ['errors', 'document', 'generated', 'rules'],
  observation: ['errors', 'document'],
  tokens: ['observation', 'errors', 'document', 'rules'],
  transport: ['tokens', 'observation', 'input', 'errors', 'document', 'rules'],
  calls: ['transport', 'input', 'errors', 'document', 'generated', 'rules'],
  checkout: ['input', 'errors', 'document', 'generated', 'rules'],
  resources: ['checkout', 'calls', 'transport', 'errors', 'document', 'rules'],
  flows: ['resources', 'checkout', 'calls', 'transport', 'observation', 'input', 'errors', 'document', 'rules'],
  journals: ['index.ts', 'flows', 'rules'],
  deployment: ['index.ts', 'rules'],
  'define-flow': ['index.ts', 'flows', 'input', 'document'],
};

/** The same for the webhooks. */
const webhooksLayers = {
  generated: [],
  errors: [],
  event: ['errors', 'generated'],
  signature: ['event', 'errors', 'generated'],
  observation: ['event', 'generated'],
  processing: ['observation', 'event', 'errors', 'generated'],
  inbox: ['processing', 'event', 'errors'],
  'memory-inbox': ['inbox', 'processing', 'event', 'errors'],
  'sql-inbox': ['inbox', 'processing', 'event', 'errors'],
  'sqlite-inbox': ['sql-inbox', 'inbox', 'processing', 'event', 'errors'],
  'postgres-inbox': ['sql-inbox', 'inbox', 'processing', 'event', 'errors'],
  receiver: ['inbox', 'processing', 'observation', 'signature', 'event', 'errors', 'generated'],
  adapters: ['receiver'],
  platforms: ['receiver', 'signature', 'event', 'errors'],
  doctor: ['signature', 'generated'],
};

/** The same of the dashboard. The other folders are its topics, which may use one another, but in no circle. */
const dashboardLayers = {
  api: [],
  ui: ['api'],
  shell: ['ui', 'api', 'icon.svg'],
};

/** The same for the contract tests. */
const contractTestsLayers = {
  package: [],
  deployment: [],
  states: ['deployment'],
  pacts: ['states', 'deployment', 'package'],
  judge: ['pacts', 'states', 'deployment'],
  preflight: ['states', 'pacts', 'deployment'],
  report: ['judge', 'pacts', 'deployment', 'package'],
  observe: ['judge', 'deployment', 'package'],
  verify: ['report', 'judge', 'states', 'pacts', 'deployment', 'package'],
  'command-line': ['observe', 'verify', 'report', 'judge', 'preflight', 'states', 'pacts', 'deployment', 'package'],
};

/** The same for the document. */
const specLayers = {
  generated: [],
  formats: [],
  document: ['generated'],
  validator: ['document', 'formats'],
};

/** The same for the shop. */
const shopLayers = {
  'main-job': [],
  'small-shop': [],
};

/** The same for the package that runs the tests. */
const sandbox = '^apps/sandbox/src/';
const client = '^packages/client/src/';
const webhooks = '^packages/webhooks/src/';
const dashboard = '^apps/dashboard/src/';
const contractTests = '^packages/contract-tests/src/';

/** A rule for each layer of a workspace: it may import only the layers below it. */
function layerRules(name, sources, layers) {
  return Object.entries(layers).map(([layer, below]) => ({
    name: `${name}-${layer}`,
    severity: 'error',
    comment: `${layer} of the ${name} imports ${below.join(', ') || 'no other layer'}.`,
    from: { path: `${sources}${layer}/` },
    to: { path: sources, pathNot: `${sources}(${[layer, ...below].join('|')})(/|$)` },
  }));
}

/** A rule that a workspace may import only the allowed workspaces. */
function onlyWorkspaces({ from, allowed, comment }) {
  return {
    name: `workspaces-of-${from}`,
    severity: 'error',
    comment,
    from: { path: `^${from}/src/` },
    to: { path: workspace, pathNot: `^(${[from, ...allowed].join('|')})/` },
  };
}

const publishedPackageComment =
  'Client, webhooks and checkout import neither each other nor an app: shared code is built into each.';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules('sandbox', sandbox, sandboxLayers),
    ...layerRules('client', client, clientLayers),
    ...layerRules('webhooks', webhooks, webhooksLayers),
    ...layerRules('dashboard', dashboard, dashboardLayers),
    ...layerRules('contract-tests', contractTests, contractTestsLayers),
    ...layerRules('spec', '^spec/src/', specLayers),
    ...layerRules('shop', '^apps/shop/src/', shopLayers),
    {
      name: 'no-way-back-to-the-ground-floor',
      severity: 'error',
      comment: 'Files beside the folders of a workspace assemble them: a folder that imports one creates a cycle.',
      from: { path: `${workspace}src/[^/]+/` },
      // Folders above the client import it as its users do.
      to: { path: '^$1/src/[^/]+[.]tsx?$', pathNot: '^packages/client/src/index[.]ts$' },
    },
    {
      name: 'sandbox-domain-without-http',
      severity: 'error',
      comment: 'The rules of the service do not depend on HTTP.',
      from: { path: `${sandbox}(store|domain)/` },
      to: { path: '(^|node_modules/)(hono|@hono/[^/]+|(node:)?https?)(/|$)' },
    },
    {
      name: 'one-module-imports-openapi-fetch',
      severity: 'error',
      comment: 'The other modules of the client use the aliases of host-clients.ts.',
      from: { path: '^packages/client/src/', pathNot: '/transport/host-clients[.]ts$' },
      to: { path: '(^|node_modules/)openapi-fetch(/|$)' },
    },
    {
      name: 'client-on-every-runtime',
      severity: 'error',
      comment: 'Only journals need Node or a package: browsers and workers load the rest.',
      from: { path: '^packages/client/src/', pathNot: '^packages/client/src/journals/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-peer'], pathNot: '(^|node_modules/)openapi-fetch/' },
    },
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'A file in an import cycle can be understood and moved only together with the whole cycle.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      comment: 'The same for folders: imports between two folders go in one direction.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'within-the-workspace',
      severity: 'error',
      comment:
        'A relative import stays in its workspace; import others by name, through their public exports. Builds share options.',
      from: { path: workspace },
      to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^($1/|tsdown[.]shared[.]ts$)' },
    },
    {
      name: 'sources-import-sources',
      severity: 'error',
      comment: 'Sources import no test and no script of their workspace; JSON beside the sources is allowed.',
      from: { path: `${workspace}src/` },
      to: { dependencyTypes: ['local'], path: '^$1/', pathNot: '^$1/(src/|[^/]+[.]json$)' },
    },
    {
      name: 'nothing-imports-contract-tests',
      severity: 'error',
      comment: 'The contract tests are above everything that they compare.',
      from: { pathNot: '^packages/contract-tests/' },
      to: { path: '^packages/contract-tests/' },
    },
    {
      name: 'nothing-imports-shop',
      severity: 'error',
      comment: 'The shop is above everything that it uses.',
      from: { pathNot: '^apps/shop/' },
      to: { path: '^apps/shop/' },
    },
    onlyWorkspaces({ from: 'spec', allowed: [], comment: 'The document imports nothing of the workspace.' }),
    onlyWorkspaces({
      from: 'packages/client',
      allowed: ['packages/shared'],
      comment: publishedPackageComment,
    }),
    onlyWorkspaces({ from: 'packages/webhooks', allowed: ['packages/shared'], comment: publishedPackageComment }),
    onlyWorkspaces({ from: 'packages/checkout', allowed: [], comment: publishedPackageComment }),
    onlyWorkspaces({
      from: 'packages/sandbox-control',
      allowed: ['spec'],
      comment: 'Controlling a remote sandbox needs no sandbox installed, so its control imports no app.',
    }),
    onlyWorkspaces({
      from: 'packages/contract-tests',
      allowed: ['spec', 'packages/sandbox-control', 'packages/shared'],
      comment:
        'The contract tests check any deployment, so they contain no part of one. Their own tests may start the sandbox.',
    }),
    onlyWorkspaces({
      from: 'apps/dashboard',
      allowed: ['spec', 'packages/sandbox-control'],
      comment: 'The dashboard knows the sandbox only by its control API.',
    }),
    onlyWorkspaces({
      from: 'apps/prism-mock',
      allowed: ['spec', 'packages/shared'],
      comment: 'Of the published packages, the mock imports only the document.',
    }),
    onlyWorkspaces({
      from: 'apps/relay',
      allowed: ['packages/webhooks', 'packages/shared'],
      comment: 'The relay is a receiver whose handler forwards.',
    }),
    onlyWorkspaces({
      from: 'apps/sandbox',
      allowed: [
        'spec',
        'packages/sandbox-control',
        'packages/webhooks',
        'packages/shared',
        'packages/client/src/generated',
      ],
      comment:
        'The sandbox reads the document itself, so that client and sandbox check each other. It takes its types from the client.',
    }),
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['^(?!.*node_modules/).*(^|/)(dist|[.]turbo)/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
