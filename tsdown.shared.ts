import license from 'rollup-plugin-license';

/** A file of a build, as Rolldown gives it to a plugin. */
interface OutputFile {
  fileName: string;
  code?: string;
}

/** The types have no maps: those would lead to sources that are not published. Rolldown names one nevertheless. */
const typesWithoutMaps = {
  name: 'types-without-maps',
  generateBundle(_options: unknown, bundle: Record<string, OutputFile>): void {
    for (const file of Object.values(bundle)) {
      if (file.fileName.endsWith('.d.ts'))
        file.code = file.code?.replace(/\n\/\/# sourceMappingURL=.*\n*$/, '\n') ?? '';
    }
  },
};

/** Options of tsdown for every package: source maps that hold the sources, for stack traces and debuggers. */
export const sourceMaps = { sourcemap: true, plugins: [typesWithoutMaps] };

/**
 * Writes the licences of the packages that are built in, as these require. The types of the plugin say that it is an ES module, which
 * it is not.
 */
export const licenses = (license as unknown as typeof license.default)({ thirdParty: { output: 'dist/licenses.txt' } });
