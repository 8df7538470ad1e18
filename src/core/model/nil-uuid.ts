/** Stands for "no player": rows and alerts that nobody caused. */
export const NIL_UUID = "00000000-0000-0000-0000-000000000000";
