import type { Report } from './report.ts';

/** Writes a report as JSON. Rules and findings name their checks by description. */
export function formatJson({ rules, findings, ...report }: Report): string {
  const json = {
    ...report,
    findings: findings.map(({ causes, ...finding }) => ({
      ...finding,
      causes: causes.map(({ check, ...cause }) => ({ check: check.description, ...cause })),
    })),
    rules: rules.map(({ interactions, ...rule }) => ({
      ...rule,
      interactions: interactions.map(({ description }) => description),
    })),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
