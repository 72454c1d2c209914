import type { OpenApiDocument } from '../src/document/document.ts';
import { rules, type ServiceRule } from '../src/document/rules.ts';

/** Writes the rules as a page, with a heading for each topic and each rule. */
export function rulesPage(document: OpenApiDocument): string {
  return `# The rules of the service

What the service promises and demands. Errors, tests and reports name a rule by its ID. An ID with a small letter at the end is a
constraint that goes beyond the rule with that number. The basis shows how well a rule is known:

- **Stated**: the service's description says it. Only a stated rule can show that a deployment is broken.
- **Implied**: it follows from the description, for the reason given.
- **Assumed**: the description does not show it, so the kit chose, for the reason given.

*Policy* is what the kit does, not what the service does.

Some rules refer to:

- the retry schedule (HOOK-4): after ${retrySchedule(document)}
- the states of a milestone in order (STATE-4a): ${document['x-milestone-states'].join(', ')}
- the hosts: ${document['x-hosts'].join(', ')}

${Object.entries(document['x-rule-topics'])
  .map(([letters, topic]) => `## ${capitalized(topic)} (${letters})\n\n${rulesOf(letters)}`)
  .join('\n')}`;
}

const capitalized = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

function retrySchedule({ 'x-webhooks': webhooks }: OpenApiDocument): string {
  const delays = webhooks['contractEvent']?.post?.['x-retry-schedule'] ?? [];
  return delays.map((delay) => `${delay} s`).join(', ');
}

function rulesOf(letters: string): string {
  const ids = Object.keys(rules).filter((id) => id.startsWith(`${letters}-`));
  return ids.map((id) => `### ${id}\n\n${describe(rules[id] as ServiceRule)}\n`).join('\n');
}

function describe({ text, policy, basis, reason }: ServiceRule): string {
  const grounds = `**${capitalized(basis)}.**${reason ? ` ${reason}` : ''}`;
  return [text, grounds, policy && `*Policy:* ${policy}`].filter(Boolean).join('\n\n');
}
