import { defineConfig, type UserConfig } from 'tsdown';
import { licenses, sourceMaps } from '../../tsdown.shared.ts';

/** The tools for assistants have no map: it would hold more of their libraries than the whole package. */
const mcpWithoutMap = {
  name: 'mcp-without-map',
  generateBundle(_options: unknown, bundle: Record<string, { code?: string }>): void {
    for (const [name, file] of Object.entries(bundle)) {
      if (/^run-mcp-.*\.map$/.test(name)) delete bundle[name];
      else if (name.startsWith('run-mcp-'))
        file.code = file.code?.replace(/\n\/\/# sourceMappingURL=.*\n*$/, '\n') ?? '';
    }
  },
};

const config: UserConfig = defineConfig({
  entry: ['src/index.ts', 'src/command.ts'],
  format: 'esm',
  platform: 'node',
  ...sourceMaps,
  plugins: [sourceMaps.plugins, mcpWithoutMap, licenses],
  dts: { oxc: true },
  fixedExtension: false,
  // Keeps the dashboard and the guide, which another build writes into a folder there.
  clean: ['dist/*.js', 'dist/*.js.map', 'dist/*.d.ts'],
});
export default config;
