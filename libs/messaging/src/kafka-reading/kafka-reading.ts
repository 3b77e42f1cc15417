/**
 * Reading a topic from outside the work: for replays and for people who look.
 * It refuses to take part: its group is its own, it commits nothing, and it can send nothing. Its one invariant: it
 * ends where the topic ended when it began, so that what is published meanwhile does not keep it.
 */
export { type ReadTopic, readTopic, type TopicRecord } from './read-topic.js';
