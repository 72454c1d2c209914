import { parseJson } from '../deployment/parse-json.ts';
import { blame } from './blame.ts';
import { nameField } from './describe-mismatch.ts';
import type { Interaction } from './pact-document.ts';
import type { Notes } from './progress.ts';
import { readPath } from './read-path.ts';
import type { Problem } from './verification.ts';

/**
 * Finds what an answer or an event names and the state does not: the id of another user than the one that was asked for,
 * though its form is right. The pact says by generators which value is meant, and Pact itself applies those of requests
 * only.
 */
export function findOtherValues(
  interaction: Interaction,
  { values, answerText = '' }: Pick<Notes, 'values' | 'answerText'>,
): Problem[] {
  const { response, generators } = interaction;
  const body = parseJson(answerText);
  return Object.entries({ ...response?.generators?.body, ...generators?.body }).flatMap(
    ([path, { expression = '' }]) => {
      const name = expression.replace(/^\$\{(.*)\}$/, '$1');
      const found = readPath(body, path);
      // That a field is missing, or of another type, Pact says.
      if (typeof found !== typeof values[name] || found === values[name]) return [];
      return [
        {
          kind: 'answer',
          rule: blame(interaction, { path }),
          text: `${nameField(path)}: got ${found}, expected ${values[name]}, the ${name} of the state`,
        },
      ];
    },
  );
}
