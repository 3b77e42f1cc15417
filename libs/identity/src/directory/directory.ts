/** What the directory says about a person now. No answer is not "no roles": the caller waits or asks again. */
export type RolesAnswer =
  | { readonly outcome: 'known'; readonly roles: readonly string[] }
  | { readonly outcome: 'unknown_person' }
  | {
      readonly outcome: 'no_answer';
      readonly code: 'unreachable' | 'not_authorized' | 'server_error' | 'wrong_body';
    };

/** Who holds which roles at this moment, as opposed to when their token was issued. */
export interface Directory {
  currentRoles(tenant: string, subject: string): Promise<RolesAnswer>;
}
