// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

import { object, optional, required } from "../rules/containers.ts";
import { anything, text, wholeNumber } from "../rules/values.ts";
import { registerCustomerRequest, bankAccount, address, nationalIdRequest, validateOtpRequest, parentContractRequest, addMilestonesRequest, addPartiesRequest, ticketRequest, legacySignUpRequest, linkUserRequest, updateUserRequest } from "./schema-checks.ts";
import type { OperationFacts } from "../rules/operation-facts.ts";
import type { operations, paths } from "@escrow-kit/spec/schema";
/** What types cannot express about each operation, by operation id. */
export const operationTable: Readonly<Record<keyof operations, Operation>> = {
    registerCustomer: {
        method: "POST",
        host: "identity",
        template: "/realms/service/service-partner/customers",
        tokens: ["organization"],
        isRepeatable: true,
        body: required(registerCustomerRequest),
        answer: {
            serviceUserId: "integer",
            userIdentification: "integer",
        },
        meaningfulFailures: [],
    },
    addBankAccount: {
        method: "POST",
        host: "auth",
        template: "/api/users/external/{serviceUserId}/banks",
        tokens: ["organization"],
        isRepeatable: false,
        path: {
            serviceUserId: wholeNumber({
                rule: "USER-1a",
                remedy: "Put the serviceUserId that registering the customer returned into the path, a whole number.",
            }),
        },
        body: required(bankAccount),
        meaningfulFailures: [],
    },
    addAddress: {
        method: "POST",
        host: "auth",
        template: "/api/external/profiles/{serviceUserId}/addresses",
        tokens: ["organization"],
        isRepeatable: false,
        path: {
            serviceUserId: wholeNumber({
                rule: "USER-1a",
                remedy: "Put the serviceUserId that registering the customer returned into the path, a whole number.",
            }),
        },
        body: required(address),
        meaningfulFailures: [],
    },
    submitNationalId: {
        method: "PATCH",
        host: "auth",
        template: "/api/users/external/{userId}/national-id",
        tokens: ["legacyUser", "clientAdmin"],
        isRepeatable: false,
        path: {
            userId: anything(),
        },
        body: required(nationalIdRequest),
        meaningfulFailures: [],
    },
    validateOtp: {
        method: "POST",
        host: "auth",
        template: "/api/external/otps/validate",
        tokens: ["legacyUser", "clientAdmin"],
        isRepeatable: false,
        body: required(validateOtpRequest),
        answer: {
            data: "object",
            "data.valid": "boolean",
        },
        meaningfulFailures: [],
    },
    createContract: {
        method: "POST",
        host: "contract",
        template: "/api/external/contracts",
        tokens: ["clientAdmin"],
        isRepeatable: false,
        body: required(parentContractRequest),
        answer: {
            data: "object",
            "data.id": "string",
            "data.type": "string",
            "data.senderRole": "string",
            "data.status": "string",
        },
        meaningfulFailures: [],
    },
    addMilestones: {
        method: "PATCH",
        host: "contract",
        template: "/api/external/contracts/{contractId}/milestones",
        tokens: ["clientAdmin"],
        isRepeatable: false,
        path: {
            contractId: anything(),
        },
        body: required(addMilestonesRequest),
        answer: {
            data: "object",
            "data.parentContractId": "string",
            "data.milestones": "array",
        },
        meaningfulFailures: [],
    },
    addParties: {
        method: "PATCH",
        host: "contract",
        template: "/api/external/contracts/{contractId}/parties",
        tokens: ["clientAdmin"],
        isRepeatable: false,
        path: {
            contractId: anything(),
        },
        body: required(addPartiesRequest),
        meaningfulFailures: [],
    },
    startPayment: {
        method: "GET",
        host: "contract",
        template: "/api/external/contracts/startPayment/{milestoneId}/{clientId}",
        tokens: ["clientAdmin"],
        isRepeatable: true,
        path: {
            milestoneId: anything(),
            clientId: anything(),
        },
        query: required(object({
            properties: {
                redirectUrl: required(text({
                    rule: "PAY-1d",
                    rules: {
                        pattern: "PAY-1b",
                    },
                    remedy: "Send redirectUrl, the absolute http or https URL that the buyer returns to.",
                    pattern: /^[hH][tT][tT][pP][sS]?:\/\//,
                    format: "uri",
                }), "PAY-1a"),
                paymentType: required(text({
                    rule: "PAY-1d",
                    remedy: "Send paymentType, PURCHASE is the one known value.",
                }), "PAY-1a"),
            },
        })),
        answer: {
            data: "string",
        },
        meaningfulFailures: [500],
    },
    requestTicket: {
        method: "POST",
        host: "identity",
        template: "/realms/service/protocol/openid-connect/token",
        tokens: [],
        isRepeatable: false,
        encoding: "application/x-www-form-urlencoded",
        body: required(ticketRequest),
        answer: {
            ticket: "string",
            expiresIn: "number",
        },
        meaningfulFailures: [],
    },
    legacySignUp: {
        method: "POST",
        host: "auth",
        template: "/v2/api/users/sign-up",
        tokens: ["legacyApp"],
        isRepeatable: false,
        body: required(legacySignUpRequest),
        answer: {
            data: "object",
            "data.preExistingUser": "boolean",
            "data.clientUserToken": "string",
        },
        meaningfulFailures: [],
    },
    legacyAddIban: {
        method: "POST",
        host: "legacy",
        template: "/api/users/{id}/IBAN",
        tokens: ["legacyUser"],
        isRepeatable: false,
        path: {
            id: anything(),
        },
        body: optional(anything()),
        meaningfulFailures: [],
    },
    legacyAddAddress: {
        method: "POST",
        host: "legacy",
        template: "/api/profiles/{id}/addresses",
        tokens: ["legacyUser"],
        isRepeatable: false,
        path: {
            id: anything(),
        },
        body: optional(anything()),
        meaningfulFailures: [],
    },
    linkUser: {
        method: "POST",
        host: "users",
        template: "/users/link",
        tokens: ["apiKey"],
        isRepeatable: false,
        body: required(linkUserRequest),
        answer: {
            success: "boolean",
            data: "object",
            "data.user_id": "string",
            "data.waffy_token": "string",
            "data.status": "string",
            "data.verification_required": "boolean",
            "data.created_at": "string",
            "data.metadata": "object",
            meta: "object",
            "meta.request_id": "string",
            "meta.timestamp": "string",
        },
        meaningfulFailures: [],
    },
    getUser: {
        method: "GET",
        host: "users",
        template: "/users/{userId}",
        tokens: ["apiKey"],
        isRepeatable: true,
        path: {
            userId: anything(),
        },
        answer: {
            success: "boolean",
            data: "object",
            "data.user_id": "string",
            "data.email": "string",
            "data.phone": "string",
            "data.name": "string",
            "data.metadata": "object",
            "data.status": "string",
            "data.waffy_token": "string",
            "data.verification_status": "object",
            "data.verification_status.email_verified": "boolean",
            "data.verification_status.phone_verified": "boolean",
            "data.verification_status.kyc_status": "string",
            "data.created_at": "string",
            "data.updated_at": "string",
            meta: "object",
            "meta.request_id": "string",
            "meta.timestamp": "string",
        },
        meaningfulFailures: [],
    },
    updateUser: {
        method: "PUT",
        host: "users",
        template: "/users/{userId}",
        tokens: ["apiKey"],
        isRepeatable: false,
        path: {
            userId: anything(),
        },
        body: required(updateUserRequest),
        meaningfulFailures: [],
    },
    createGenericContract: {
        method: "POST",
        host: "users",
        template: "/contracts",
        tokens: ["apiKey"],
        isRepeatable: false,
        body: optional(anything()),
        meaningfulFailures: [],
    },
    getGenericContract: {
        method: "GET",
        host: "users",
        template: "/contracts/{id}",
        tokens: ["apiKey"],
        isRepeatable: true,
        path: {
            id: anything(),
        },
        meaningfulFailures: [],
    },
    updateGenericMilestone: {
        method: "PUT",
        host: "users",
        template: "/contracts/{id}/milestones/{milestoneId}",
        tokens: ["apiKey"],
        isRepeatable: false,
        path: {
            id: anything(),
            milestoneId: anything(),
        },
        body: optional(anything()),
        meaningfulFailures: [],
    },
    createPayment: {
        method: "POST",
        host: "users",
        template: "/payments",
        tokens: ["apiKey"],
        isRepeatable: false,
        body: optional(anything()),
        meaningfulFailures: [],
    },
    createVirtualIban: {
        method: "POST",
        host: "users",
        template: "/payments/virtual-iban",
        tokens: ["apiKey"],
        isRepeatable: false,
        body: optional(anything()),
        meaningfulFailures: [],
    },
    getPayment: {
        method: "GET",
        host: "users",
        template: "/payments/{id}",
        tokens: ["apiKey"],
        isRepeatable: true,
        path: {
            id: anything(),
        },
        meaningfulFailures: [],
    },
    listWebhooks: {
        method: "GET",
        host: "users",
        template: "/webhooks",
        tokens: ["apiKey"],
        isRepeatable: true,
        meaningfulFailures: [],
    },
    createWebhook: {
        method: "POST",
        host: "users",
        template: "/webhooks",
        tokens: ["apiKey"],
        isRepeatable: false,
        body: optional(anything()),
        meaningfulFailures: [],
    },
    deleteWebhook: {
        method: "DELETE",
        host: "users",
        template: "/webhooks/{id}",
        tokens: ["apiKey"],
        isRepeatable: false,
        path: {
            id: anything(),
        },
        meaningfulFailures: [],
    },
};
/** A host that serves operations, by its name in the options. */
export type HostName = "contract" | "auth" | "identity" | "users" | "legacy";
/** The hosts that serve the operations. The host of `legacy` is not shown (LEGACY-3). */
export const hostNames: readonly HostName[] = ["contract", "auth", "identity", "users", "legacy"];
/** A kind of token that operations take. */
export type TokenKind = "organization" | "clientAdmin" | "legacyUser" | "legacyApp" | "apiKey";
/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
export const tokenKinds: readonly TokenKind[] = ["organization", "clientAdmin", "legacyUser", "legacyApp", "apiKey"];
/** What the document says about an operation and TypeScript types cannot express. */
export type Operation = OperationFacts<HostName, TokenKind>;
/** The properties of answers that hold a token or a password. */
export type SecretField = "ticket" | "clientUserToken" | "waffy_token";
export const secretFields: readonly string[] = ["ticket", "clientUserToken", "waffy_token"];
/** The paths of the document that each host serves. */
export interface HostPaths {
    contract: Pick<paths, "/api/external/contracts" | "/api/external/contracts/{contractId}/milestones" | "/api/external/contracts/{contractId}/parties" | "/api/external/contracts/startPayment/{milestoneId}/{clientId}">;
    auth: Pick<paths, "/api/users/external/{serviceUserId}/banks" | "/api/external/profiles/{serviceUserId}/addresses" | "/api/users/external/{userId}/national-id" | "/api/external/otps/validate" | "/v2/api/users/sign-up">;
    identity: Pick<paths, "/realms/service/service-partner/customers" | "/realms/service/protocol/openid-connect/token">;
    users: Pick<paths, "/users/link" | "/users/{userId}" | "/contracts" | "/contracts/{id}" | "/contracts/{id}/milestones/{milestoneId}" | "/payments" | "/payments/virtual-iban" | "/payments/{id}" | "/webhooks" | "/webhooks/{id}">;
    legacy: Pick<paths, "/api/users/{id}/IBAN" | "/api/profiles/{id}/addresses">;
}
