import { judgeDocument } from './judge-document.ts';
import { repositoryFolder } from './repository.ts';

// Takes another repository as its argument, so that a test can break a document.
const { passed, message } = await judgeDocument(process.argv[2] ?? repositoryFolder);
(passed ? process.stdout : process.stderr).write(`${message}\n`);
process.exitCode = passed ? 0 : 1;
