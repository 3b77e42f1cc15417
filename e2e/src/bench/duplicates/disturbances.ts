/**
 * What happens to one run of the experiment, once. The first is the one others have measured: the call times out after
 * the effect. The others are a lost request, and the death of the process at each place where it awaits.
 */
export const disturbances = [
  { id: 'answer_lost', name: 'the answer is lost after the effect' },
  { id: 'request_lost', name: 'the request is lost' },
  { id: 'killed_before_call', name: 'killed before the call' },
  { id: 'killed_request_on_its_way', name: 'killed with the request on its way, which is lost' },
  { id: 'killed_applied_late', name: 'killed with the request on its way, which arrives' },
  { id: 'killed_before_answer', name: 'killed after the effect, before the answer' },
  { id: 'killed_with_answer', name: 'killed as the answer arrives' },
  { id: 'killed_finding_out', name: 'the answer is lost; killed while it is found out' },
] as const;

export type Disturbance = (typeof disturbances)[number]['id'];

/** Each as often as every other. */
export function disturbanceOf(run: number): Disturbance {
  return disturbances[run % disturbances.length]?.id ?? 'answer_lost';
}
