import { Circle, CircleCheck, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import linkStyles from '../ui/button.module.css';
import { CodeBlock } from '../ui/code-block.tsx';
import { Card, Section, Toolbar } from '../ui/page.tsx';
import { firstSteps } from './first-steps.ts';
import styles from './next-step.module.css';
import { useProgress } from './use-progress.ts';

/** The next step to the first settled milestone, ready to copy. Shows nothing once there is one. */
export function NextStep(): ReactNode {
  const progress = useProgress();
  const steps = progress ? firstSteps(progress) : [];
  const next = steps.find(({ isDone }) => !isDone);
  if (!progress || !next) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={`Next step: ${next.title}`}
      intro={`${done} of ${steps.length} steps to a settled milestone are done.`}
    >
      {!progress.tenant.publicCredentials && (
        <p>Replace the words in capital letters by the credentials that were shown when the tenant was created.</p>
      )}
      {next.text && <p>{next.text}</p>}
      {next.command && (
        <CodeBlock label={next.link ? 'Checkout address' : 'curl'} code={next.command} copy="Copy the next step" />
      )}
      {next.link && (
        <Toolbar>
          <a
            href={next.link}
            target="_blank"
            rel="noreferrer"
            className={`${linkStyles['button']} ${linkStyles['primary']}`}
          >
            <ExternalLink aria-hidden size={16} />
            Open the checkout
          </a>
        </Toolbar>
      )}
      <Card>
        <ol className={styles['steps']}>
          {steps.map(({ title, isDone }) => {
            const Icon = isDone ? CircleCheck : Circle;
            return (
              <li
                key={title}
                className={`${styles['step']} ${isDone ? styles['done'] : ''}`}
                aria-current={title === next.title ? 'step' : undefined}
              >
                <Icon size={15} aria-label={isDone ? 'Done:' : 'To do:'} />
                {title}
              </li>
            );
          })}
        </ol>
      </Card>
    </Section>
  );
}
