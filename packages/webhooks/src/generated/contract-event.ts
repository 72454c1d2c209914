// Generated from spec/openapi.bundle.json by `pnpm generate`. Do not edit.

/** How a request is signed: a header with the HMAC-SHA256 of its body (HOOK-2). */
export const serviceSignature = {"header":"Service-Signature","prefix":"sha256=","encoding":"hex"} as const;

/** The statuses that the service reports (HOOK-5). */
export const knownStatuses = ["PAID","CASHOUT_IN_PROGRESS","COMPLETED"] as const;

/** The states of a milestone, in the order that their meanings suggest (STATE-4). The order from PAID on is not shown. */
export const milestoneStates: readonly string[] = ["CREATED","WAITING_FOR_PAYMENT","PAID","CASHOUT_IN_PROGRESS","COMPLETED"];

/** The fields of a body that are shown. PAID has all of them; other events have at least a status (HOOK-1, HOOK-8). */
export type BodyField = 'contractId' | 'status' | 'referenceId';
