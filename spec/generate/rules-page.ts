import passages from '../passages.json' with { type: 'json' };
import type { OpenApiDocument } from '../src/document/document.ts';
import { passagesOf, rules, type ServiceRule } from '../src/document/rules.ts';

/** Writes the rules as a page. */
export function rulesPage(document: OpenApiDocument): string {
  const rows = Object.entries(rules).map(
    ([id, rule]) => `| ${id} | ${textOf(rule)} | ${rule.basis} | ${groundsOf(rule)} | ${holdersOf(rule)} |`,
  );
  return `# The rules of the service

What the service promises and demands. Errors, tests and reports name a rule by its id. An id with a letter is a
constraint that goes beyond the sentence of its rule. The basis says how well it is known:

- **stated**: the description of the service says so; the next column says where.
- **implied**: it follows from the description; the next column says from what, and how.
- **assumed**: the description is silent, and the kit has chosen; the next column says why.

The text after *Policy* says what the kit does, not what the service says. Only a stated rule can show that a deployment of the service is broken. The last column says which parts hold the rule; each has tests whose titles begin with the id. Written from \`rules.json\` and the document by \`pnpm generate\`.

## What the rules refer to

- **Retry schedule** (HOOK-4): a failed delivery is tried again after ${retrySchedule(document)}.
- **States of a milestone**, in the order that their meanings suggest (STATE-4a): ${document['x-milestone-states'].join(', ')}.
- **Hosts**: ${document['x-hosts'].join(', ')}.
- **The letters of an id**: ${topics(document)}.

## The rules

| id | rule | basis | source or reason | held by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## What the rules rest on

The passages of the service's description, in short, with the rules that rest on each.

| passage | what it says | rules |
| --- | --- | --- |
${passageRows().join('\n')}
`;
}

function passageRows(): string[] {
  return Object.entries(passages).map(([passage, words]) => {
    const resting = Object.keys(rules).filter((id) => passagesOf(rules[id]).includes(passage));
    return `| ${passage} | ${words} | ${resting.join(', ')} |`;
  });
}

function retrySchedule({ 'x-webhooks': webhooks }: OpenApiDocument): string {
  const delays = webhooks['contractEvent']?.post?.['x-retry-schedule'] ?? [];
  return delays.map((delay) => `${delay} s`).join(', ');
}

function topics({ 'x-rule-topics': names }: OpenApiDocument): string {
  return Object.entries(names)
    .map(([letters, topic]) => `${letters} (${topic})`)
    .join(', ');
}

/** The rule, followed by the kit's policy. */
const textOf = ({ text, policy }: ServiceRule): string => (policy === undefined ? text : `${text} *Policy: ${policy}*`);

function groundsOf({ source, reason }: ServiceRule): string {
  const quoted = source === undefined ? undefined : `*${source}.*`;
  return [quoted, reason].filter(Boolean).join(' ');
}

function holdersOf({ heldBy }: ServiceRule): string {
  return heldBy.map((holder) => holder.replace('-', ' ')).join(', ');
}
