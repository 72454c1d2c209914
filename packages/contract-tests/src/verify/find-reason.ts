import { findOperation } from '@escrow-kit/spec';
import { credentialNames } from '../deployment/credentials.ts';
import { type Deployment, optionOf } from '../deployment/deployment.ts';
import type { Reason } from '../judge/verification.ts';
import { type Interaction, kitReferencesOf, valueNamesOf } from '../pacts/pact-document.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { findDocumentReason } from './find-document-reason.ts';

const onlyByControl =
  "only a sandbox's control API (--control-url) reaches this: it needs a decision of another person or of the operator";

const onlyByInvitation =
  'parties have to accept invitations before payment can start (--invitations), and no call can accept one';

/** The states that need a started payment. */
const startedPayments: readonly StateName[] = [
  'a started payment',
  'a started payment, and a phone number that nobody has',
  'a started payment whose buyer gave consent',
  'a started payment whose buyer declined',
  'a started payment whose buyer declined and came back',
];

/** Why an interaction can't be checked on a deployment; undefined if it can. */
export function findReason(interaction: Interaction, deployment: Deployment): Reason | undefined {
  const { hosts, credentials, control, hasInvitations, isStateless } = deployment;
  const { notCheckable } = kitReferencesOf(interaction);
  const documentReason = findDocumentReason(interaction);
  if (documentReason) return { kind: 'document', text: documentReason };
  if (notCheckable) return { kind: 'not-shown', text: notCheckable };
  for (const { name } of interaction.providerStates ?? []) {
    if (stateCatalogue[name as StateName].reachedBy === 'control' && !control && !isStateless) {
      return { kind: 'control', text: onlyByControl };
    }
  }
  if (hasInvitations && needsStartedPayment(interaction)) return { kind: 'invitations', text: onlyByInvitation };
  const used = isStateless ? [] : valueNamesOf(interaction);
  const missing = credentialNames.find((name) => used.includes(name) && credentials[name] === undefined);
  if (missing) return { kind: 'credential', text: `${optionOf(missing)} is not given` };
  const { request } = interaction;
  const host = request && findOperation(request.method, request.path)?.operation.host;
  if (host && !hosts[host]) return { kind: 'host', text: `${optionOf(`${host}Url`)} is not given` };
  return undefined;
}

function needsStartedPayment({ providerStates = [], request, response }: Interaction): boolean {
  const isStart = request && findOperation(request.method, request.path)?.operation.id === 'startPayment';
  if (isStart && (response?.status ?? 0) < 300) return true;
  return providerStates.some(({ name }) => startedPayments.includes(name as StateName));
}
