import { parseJson } from '../deployment/parse-json.ts';
import type { Interaction } from '../pacts/pact-document.ts';
import { blame } from './blame.ts';
import { nameField } from './describe-mismatch.ts';
import type { Notes } from './notes.ts';
import { readPath } from './read-path.ts';
import type { Problem } from './verification.ts';

/**
 * Finds values in an answer or an event that have the right form but are not those of the state, such as the id of another
 * user. Generators in the pact say which value is meant; Pact itself applies only those of requests.
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
      // Pact reports a missing field or another type.
      if (typeof found !== typeof values[name] || found === values[name]) return [];
      return [
        {
          kind: 'answer',
          rule: blame(interaction, { path }),
          field: nameField(path),
          text: `${nameField(path)}: got ${found}, expected ${values[name]}, the ${name} of the state`,
        },
      ];
    },
  );
}
