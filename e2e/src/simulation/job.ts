/** One of the processes among which the seeds of a long run are shared out: told a seed, it answers with its run. */
import { type Asked, ranOnce } from './ran-once.js';

process.on('message', (asked: Asked) => {
  void ranOnce(asked).then((answered) => process.send?.(answered));
});
