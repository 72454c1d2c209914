/** As an ES module, which is what is published; esbuild would make a script, with a `require` for what is left out. */
const asModule = (config) => ({ ...config, format: 'esm' });

const client = { path: 'dist/index.js', gzip: true, modifyEsbuildConfig: asModule };

export default [
  { ...client, name: 'the client', ignore: ['openapi-fetch'], limit: '10.5 kB' },
  { ...client, name: 'the client with openapi-fetch', limit: '12.8 kB' },
];
