/** The names of the fields that hold amounts of money. */
export const amountFields: readonly string[] = ['amount', 'itemPrice', 'fee'];
