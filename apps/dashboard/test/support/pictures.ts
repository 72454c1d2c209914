import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { listDayTasks } from './day-tasks.ts';

const folder = new URL('../../../../docs/images/pages/', import.meta.url);

/** Set by `pnpm pictures`. */
const isAsked = process.env['SAVE_PICTURES'] === '1';

const widths = [1280, 390];
const colorSchemes = ['light', 'dark'] as const;

/** How each page is looked at: in both color schemes, in windows of both widths in pixels. */
export const looks = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ colorScheme, width })));

/** A page as it is looked at. */
interface PageLook {
  /** Such as `overview`. */
  name: string;
  /** The contracts of its tenant. */
  count: number;
  colorScheme: (typeof colorSchemes)[number];
  width: number;
}

/** What was measured with a number of contracts. */
export interface Figures {
  count: number;
  /** The first paint of each page, in milliseconds. */
  paints: number[];
}

/** The number of contracts of which all pages are shown. */
const usualCount = 20;
const pictured = ['overview', 'contracts', 'contract', 'delivery', 'request', 'clock'];

const fileOf = ({ name, count, colorScheme, width }: PageLook): string =>
  `${name}-${count}-${colorScheme}-${width}.webp`;

const isPictured = ({ name, count }: Pick<PageLook, 'name' | 'count'>): boolean =>
  name === 'overview' || (count === usualCount && pictured.includes(name));

/** Saves what the window shows of a page, if pictures are asked for and it is one of them. */
export async function savePicture(page: Page, look: PageLook): Promise<void> {
  if (!isAsked || !isPictured(look)) return;
  const session = await page.context().newCDPSession(page);
  // Playwright itself has no WebP, which is a third of a PNG.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  await session.detach();
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(fileOf(look), folder), data, 'base64');
}

/** Writes the page that shows all pictures and figures, if pictures are asked for. */
export async function writePicturesPage(figures: Figures[]): Promise<void> {
  if (!isAsked) return;
  const sorted = figures.toSorted((a, b) => a.count - b.count);
  const counts = sorted.map(({ count }) => count);
  const [overview = '', ...others] = pictured;
  const text = `# Pictures of the dashboard

Its pages as the sandbox shows them, by the number of contracts in a tenant. This command makes and measures them anew:

\`\`\`sh
npx pnpm@12.21.0 --filter @escrow-kit/dashboard pictures
\`\`\`

## Figures

On none of these pages, light and dark, in windows of ${widths.join(' and ')} pixels, does axe find a violation, is the page wider than its window, or
an amount out of sight; the command fails otherwise. The first paint includes what else the machine is doing.

| Contracts | Pages | First paint, median | First paint, slowest |
| --- | --- | --- | --- |
${sorted.map(toRow).join('\n')}

## A working day

The clicks from the overview until a task is done. Before, the overview led to the newest milestone only:

${listDayTasks()}

${[showPage(overview, counts), ...others.map((name) => showPage(name, [usualCount]))].join('\n\n')}
`;
  await writeFile(new URL('README.md', folder), text);
}

/** Reads that page, without the spaces that a formatter adds to its tables. */
export async function readPicturesPage(): Promise<string> {
  const text = await readFile(new URL('README.md', folder), 'utf8');
  return text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---');
}

function toRow({ count, paints }: Figures): string {
  const sorted = paints.map(Math.round).sort((a, b) => a - b);
  return `| ${count} | ${sorted.length} | ${sorted[sorted.length >> 1]} ms | ${sorted.at(-1)} ms |`;
}

/** The pictures of a page in a row for each number of contracts and each width. */
function showPage(name: string, counts: number[]): string {
  const rows = counts.flatMap((count) =>
    widths.map((width) => {
      const cells = colorSchemes.map((colorScheme) => {
        const file = fileOf({ name, count, colorScheme, width });
        return `[![${name}, ${colorScheme}](${file})](${file})`;
      });
      return `| ${[count, width, ...cells].join(' | ')} |`;
    }),
  );
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return [
    `## ${title}`,
    '',
    `| Contracts | Width | ${colorSchemes.join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
