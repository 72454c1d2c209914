// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.

/** The origins in the document: those of its servers, and of the checkout in its examples. */
export const documentOrigins: readonly string[] = ["https://auth.escrow.example", "https://checkout.escrow.example", "https://contract.escrow.example", "https://identity.escrow.example", "https://legacy.escrow.example", "https://users.escrow.example"];
