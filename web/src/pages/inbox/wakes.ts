// When does it come back? Pure: the moments that people mean by “tomorrow” and “next week”.

const HOUR = 8;
const MONDAY = 1;
const WEEK = 7;

export interface Wake {
  label: string;
  until: Date;
}

export function wakes(now: Date): Wake[] {
  return [
    { label: "Tomorrow", until: morning(now, 1) },
    { label: "Next Monday", until: morning(now, ((MONDAY - now.getDay() + WEEK - 1) % WEEK) + 1) },
    { label: "In four weeks", until: morning(now, 4 * WEEK) },
  ];
}

/** Eight in the morning, so many days from now, where the person is. */
function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, HOUR);
}
