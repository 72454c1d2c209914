// Generated from openapi.bundle.json by `pnpm generate`. Do not edit.

/** The hosts of the service. Which host `legacy` stands for is not shown (LEGACY-3). */
export const hostNames = ["contract","auth","identity","users","legacy"] as const;

/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
export const tokenKinds = ["organization","clientAdmin","legacyUser","legacyApp","apiKey"] as const;

/** The ids of all operations, in the order of the document. */
export const operationIds = ["registerCustomer","addBankAccount","addAddress","submitNationalId","validateOtp","createContract","addMilestones","addParties","startPayment","requestTicket","legacySignUp","legacyAddIban","legacyAddAddress","linkUser","getUser","updateUser","createGenericContract","getGenericContract","updateGenericMilestone","createPayment","createVirtualIban","getPayment","listWebhooks","createWebhook","deleteWebhook"] as const;

/** The states of a milestone, in the order that their meanings suggest (STATE-1, STATE-2, STATE-4a). From PAID on, the order is not shown. */
export const milestoneStates = ["CREATED","WAITING_FOR_PAYMENT","PAID","CASHOUT_IN_PROGRESS","COMPLETED"] as const;

/** The statuses that webhooks report (HOOK-5). */
export const eventStatuses = ["PAID","CASHOUT_IN_PROGRESS","COMPLETED"] as const;

/** The delay before each retry of a failed webhook delivery, in seconds (HOOK-4). When each delay starts is not shown. */
export const retryDelaysInSeconds = [1,10,100] as const;

/** The topic of each rule id's letters, such as `AUTH` of AUTH-1. */
export const ruleTopics = {"AUTH":"Tokens","USER":"Users of the organization","BANK":"Bank accounts","ADDR":"Addresses","ID":"National identity and one-time passwords","CONTRACT":"Parent contracts","MILESTONE":"Milestones","PARTY":"Parties of a milestone","STATE":"States of contracts and milestones","PAY":"Start of payment","TICKET":"Payment tickets","CHECKOUT":"The hosted checkout","HOOK":"Webhooks","UAPI":"Users API","LEGACY":"Deprecated calls","ERR":"Errors","LIMIT":"Limits","VERSION":"Versions"} as const;
