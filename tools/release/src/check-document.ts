import { judgeDocument } from './judge-document.ts';
import { repositoryFolder } from './repository.ts';

// For tests, the argument is another repository.
const { passed, message } = await judgeDocument(process.argv[2] ?? repositoryFolder);
(passed ? process.stdout : process.stderr).write(`${message}\n`);
process.exitCode = passed ? 0 : 1;
