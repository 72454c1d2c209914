// Which file may import which: `pnpm imports` and `npm test` hold it. Types count as well.

/** Every workspace, as a path of this repository begins: the folder of the workspace is group 1. */
const workspace = '^((?:packages|apps|tools)/[^/]+|spec)/';

/** The folders of the sandbox's sources, from the ground up, each with those that it may import. */
const sandboxLayers = {
  storage: [],
  domain: ['storage'],
  problems: ['storage'],
  http: ['problems', 'domain', 'storage'],
  'request-log': ['http', 'problems', 'domain', 'storage'],
  delivery: ['problems', 'domain', 'storage'],
  service: ['request-log', 'http', 'problems', 'domain', 'storage', 'generated'],
  pages: ['request-log', 'http', 'problems', 'domain', 'storage', 'generated'],
  control: ['delivery', 'request-log', 'http', 'problems', 'domain', 'storage'],
  server: ['control', 'pages', 'service', 'delivery', 'http', 'domain', 'storage'],
};

/** The same of the client. Files beside the folders make a client of all of them; what stands on it imports it as a whole. */
const clientLayers = {
  rules: [],
  generated: ['rules'],
  document: ['generated', 'rules'],
  errors: ['generated'],
  input: ['errors', 'generated', 'rules'],
  observation: ['errors', 'document', 'generated'],
  tokens: ['observation', 'errors', 'generated', 'rules'],
  transport: ['tokens', 'observation', 'input', 'errors', 'document', 'generated', 'rules'],
  calls: ['transport', 'input', 'errors', 'document', 'generated', 'rules'],
  checkout: ['input', 'errors', 'document', 'generated', 'rules'],
  resources: ['checkout', 'calls', 'transport', 'errors', 'document', 'generated'],
  flows: ['resources', 'checkout', 'transport', 'observation', 'input', 'errors', 'document', 'generated', 'rules'],
  journals: ['index.ts', 'flows', 'rules'],
  opentelemetry: ['index.ts', 'observation'],
};

/** The same of the dashboard. The other folders are its topics, which may use one another, but in no circle. */
const dashboardLayers = {
  api: [],
  ui: ['api'],
  live: ['api'],
  shell: ['live', 'ui', 'api', 'icon.svg'],
};

/** The same of the contract tests. */
const contractTestsLayers = {
  package: [],
  deployment: [],
  states: ['deployment'],
  pacts: ['states', 'package'],
  'state-handlers': ['states', 'deployment'],
  judge: ['pacts', 'deployment'],
  preflight: ['state-handlers', 'pacts', 'deployment'],
  report: ['judge', 'pacts', 'deployment', 'package'],
  verify: ['report', 'judge', 'state-handlers', 'pacts', 'states', 'deployment', 'package'],
  'pact-tools': ['verify', 'report', 'judge', 'pacts', 'states', 'deployment', 'package'],
  'command-line': ['verify', 'report', 'preflight', 'state-handlers', 'pacts', 'deployment', 'package'],
};

/** The same of the document's package. */
const specLayers = {
  generated: [],
  document: ['generated'],
  validator: ['document'],
};

/** The same of the shop. */
const marketplaceLayers = {
  browser: [],
  config: [],
  storage: [],
  shop: ['config', 'storage'],
  sellers: ['shop', 'storage'],
  orders: ['sellers', 'shop', 'storage'],
  payments: ['orders', 'shop'],
  operator: ['orders', 'shop'],
  webhooks: ['orders', 'shop', 'storage'],
  pages: ['operator', 'payments', 'orders', 'sellers', 'shop', 'storage', 'config'],
};

/** The same of the package that runs the tests. */
const suiteLayers = {
  context: [],
  progress: ['context'],
  servers: [],
  run: ['progress', 'servers'],
};

const sandbox = '^apps/sandbox/src/';
const client = '^packages/client/src/';
const dashboard = '^apps/dashboard/src/';
const contractTests = '^packages/contract-tests/src/';

/** A rule for each layer of a workspace: of its own sources it imports what is below it. */
function layerRules(name, sources, layers) {
  return Object.entries(layers).map(([layer, below]) => ({
    name: `${name}-${layer}`,
    severity: 'error',
    comment: `${layer} of the ${name} imports ${below.join(', ') || 'no other layer'}.`,
    from: { path: `${sources}${layer}/` },
    to: { path: sources, pathNot: `${sources}(${[layer, ...below].join('|')})(/|$)` },
  }));
}

/** A rule for what one workspace imports of others; each other file of the repository is one of another. */
function onlyWorkspaces({ from, allowed, comment }) {
  return {
    name: `workspaces-of-${from}`,
    severity: 'error',
    comment,
    from: { path: `^${from}/src/` },
    to: { path: workspace, pathNot: `^(${[from, ...allowed].join('|')})/` },
  };
}

const noneOfOurs =
  'Client, webhooks and checkout import neither each other nor an app: what they share is built into them.';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules('sandbox', sandbox, sandboxLayers),
    ...layerRules('client', client, clientLayers),
    ...layerRules('dashboard', dashboard, dashboardLayers),
    ...layerRules('contract-tests', contractTests, contractTestsLayers),
    ...layerRules('spec', '^spec/src/', specLayers),
    ...layerRules('marketplace', '^apps/marketplace/src/', marketplaceLayers),
    ...layerRules('suite', '^tools/suite/src/', suiteLayers),
    {
      name: 'no-way-back-to-the-ground-floor',
      severity: 'error',
      comment: 'Files beside the folders of a workspace put them together: a folder that imports one closes a circle.',
      from: { path: `${workspace}src/[^/]+/` },
      // What stands on the client imports it as its users do.
      to: { path: '^$1/src/[^/]+[.]tsx?$', pathNot: '^packages/client/src/index[.]ts$' },
    },
    {
      name: 'sandbox-domain-without-http',
      severity: 'error',
      comment: 'The rules of the service know nothing of the way in which calls come.',
      from: { path: `${sandbox}(storage|domain)/` },
      to: { path: '(^|node_modules/)(hono|@hono/[^/]+|(node:)?https?)(/|$)' },
    },
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'A file that imports itself, by whatever way, can be understood and moved only with all of the circle.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      comment: 'The same of folders: one of them is the lower one.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'within-the-workspace',
      severity: 'error',
      comment:
        'A relative import stays in its workspace; another one is imported by its name, through its public exports. Builds share options.',
      from: { path: workspace },
      to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: '^($1/|tsdown[.]shared[.]ts$)' },
    },
    {
      name: 'sources-import-sources',
      severity: 'error',
      comment: 'What is shipped imports no test and no script of its workspace; data beside the sources is fine.',
      from: { path: `${workspace}src/` },
      to: { dependencyTypes: ['local'], path: '^$1/', pathNot: '^$1/(src/|[^/]+[.]json$)' },
    },
    {
      name: 'nothing-imports-contract-tests',
      severity: 'error',
      comment: 'The contract tests stand above everything that they compare.',
      from: { pathNot: '^packages/contract-tests/' },
      to: { path: '^packages/contract-tests/' },
    },
    {
      name: 'nothing-imports-marketplace',
      severity: 'error',
      comment: 'The shop stands above all that it uses.',
      from: { pathNot: '^apps/marketplace/' },
      to: { path: '^apps/marketplace/' },
    },
    onlyWorkspaces({ from: 'spec', allowed: [], comment: 'The document imports nothing of the workspace.' }),
    onlyWorkspaces({ from: 'packages/client', allowed: ['packages/databases'], comment: noneOfOurs }),
    onlyWorkspaces({ from: 'packages/webhooks', allowed: ['packages/databases'], comment: noneOfOurs }),
    onlyWorkspaces({ from: 'packages/checkout', allowed: [], comment: noneOfOurs }),
    onlyWorkspaces({
      from: 'packages/sandbox-control',
      allowed: ['spec'],
      comment: 'Whoever controls a remote sandbox installs none: its control imports no app.',
    }),
    onlyWorkspaces({
      from: 'packages/contract-tests',
      allowed: ['spec', 'packages/sandbox-control', 'packages/commands'],
      comment: 'What checks any deployment is built of no part of one. Its tests may start the sandbox.',
    }),
    onlyWorkspaces({
      from: 'apps/dashboard',
      allowed: ['spec', 'packages/sandbox-control'],
      comment: 'The dashboard knows the sandbox by its control API alone.',
    }),
    onlyWorkspaces({
      from: 'apps/prism-mock',
      allowed: ['spec', 'packages/commands'],
      comment: 'The mock imports the document, and nothing else of what others publish.',
    }),
    onlyWorkspaces({
      from: 'apps/sandbox',
      allowed: ['spec', 'packages/sandbox-control', 'packages/webhooks', 'packages/databases', 'packages/commands'],
      comment: 'The sandbox reads the document by itself: client and sandbox check each other.',
    }),
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['(^|/)(dist|[.]turbo|[.]suite-results)/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
