import { Circle, CircleCheck, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Card, Section, Toolbar } from '../ui/page.tsx';
import { commandOf, type FirstStep, firstSteps } from './first-steps.ts';
import type { Progress } from './use-progress.ts';

/** The next step to the first settled milestone, ready to copy. */
export function NextStep({ progress, actions }: { progress: Progress; actions?: ReactNode }): ReactNode {
  const steps = firstSteps(progress);
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const command = commandOf(next, progress);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={`Next step: ${next.title}`}
      intro={`${done} of ${steps.length} steps to a settled milestone are done.`}
      actions={actions}
    >
      {next.operationId && !progress.tenant.publicCredentials && (
        <p>Replace the words in capital letters by the credentials that were shown when the tenant was created.</p>
      )}
      {next.text && <p>{next.text}</p>}
      {command && (
        <CodeBlock label={next.link ? 'Checkout address' : 'curl'} code={command} copy="Copy the next step" />
      )}
      {next.link && (
        <Toolbar>
          <ButtonLink tone="primary" href={next.link} icon={ExternalLink}>
            Open the checkout
          </ButtonLink>
        </Toolbar>
      )}
      <StepList steps={steps} next={next} />
    </Section>
  );
}

/** Every step, and which are done. */
export function StepList({ steps, next }: { steps: FirstStep[]; next?: FirstStep }): ReactNode {
  return (
    <Card>
      <ol className="row">
        {steps.map((step) => {
          const { title, isDone } = step;
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={title} className={`row ${isDone ? 'good' : ''}`} aria-current={step === next ? 'step' : undefined}>
              <Icon size={15} aria-label={isDone ? 'Done:' : 'To do:'} />
              {title}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
