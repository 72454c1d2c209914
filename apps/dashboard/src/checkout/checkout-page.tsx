import { type ReactNode, useState } from 'react';
import { TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page, Section } from '../ui/page.tsx';
import { useMove } from '../ui/use-move.ts';
import { CheckoutSession } from './checkout-session.tsx';

/** Walks through the checkout as the buyer, step by step, without the checkout page. */
export function CheckoutPage(): ReactNode {
  const [checkoutUrl, setCheckoutUrl] = useState('');
  const open = useMove((control) => control.openCheckout(checkoutUrl.trim()));
  return (
    <Page
      title="Checkout"
      intro="Paste the URL that your backend redirects the buyer to. It shows whether the ticket is valid, and you can answer and pay as the buyer."
    >
      <Form onSubmit={open.run} submit="Open as the buyer" move={open} failed="The checkout does not open">
        <TextArea
          label="Checkout URL"
          required
          maxLength={8192}
          help={
            <>
              With <code>&amp;ticket=…</code> appended, or <code>&amp;userTokenUrl=…</code> for legacy tokens. A ticket
              works once.
            </>
          }
          value={checkoutUrl}
          onValue={setCheckoutUrl}
        />
      </Form>
      {open.result && (
        <Section title="The buyer's session">
          <CheckoutSession key={open.result.session} checkout={open.result} />
        </Section>
      )}
    </Page>
  );
}
