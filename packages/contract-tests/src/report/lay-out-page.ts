import { escapeHtml } from '../deployment/escape-html.ts';
import { reportStyle } from './report-style.ts';

/** A self-contained page around the HTML of its main part: no script, font or image. The title is text. */
export function layOutPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${main}</main>
</body>
</html>
`;
}
