import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from "@internationalized/date";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  Popover,
} from "react-aria-components/DatePicker";
import { Heading } from "react-aria-components/Heading";
import { useLayer } from "./aria-setup.ts";
import { nameButton } from "./button.tsx";
import type { DateTimeControlProps } from "./date-time-field.tsx";
import { Icon } from "./icon.tsx";
import "./recipes.ts";
import "./aria.css";

/** A day, and with `isDay` false a time, in parts that are typed or turned by arrow keys, in the reader's own order, and a calendar. */
export function DateTimeControl({ label, ties, local, min, change, isDay = false }: DateTimeControlProps) {
  const read = isDay ? readDay : readClock;
  const [frame, layer] = useLayer();
  return (
    <DatePicker
      className="kit-datepicker"
      aria-labelledby={`${ties.id}-label`}
      aria-describedby={ties["aria-describedby"] ?? ""}
      isInvalid={ties["aria-invalid"] ?? false}
      granularity={isDay ? "day" : "minute"}
      shouldForceLeadingZeros
      value={read(local)}
      minValue={read(min)}
      onChange={(value) => change(value ? value.toString().slice(0, 16) : "")}
    >
      <Group ref={frame} className="kit-box kit-datepicker-box: flex items-center p-[0_2px_0_8px]" id={ties.id}>
        <DateInput className="kit-datepicker-parts: flex flex-1 whitespace-pre">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="kit-datepicker-part: min-h-24px p-[2px_1px] rounded-4px data-[placeholder]:text-ink-3 focus:text-on-primary focus:bg-primary focus:outline-none lt-md:text-16 forced:focus:[color:HighlightText] forced:focus:[background:Highlight] forced:focus:[forced-color-adjust:none]"
            />
          )}
        </DateInput>
        <Button
          className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}
          aria-label={`${label}: calendar`}
        >
          <Icon name="calendar" />
        </Button>
      </Group>
      <Popover
        aria-label={`${label}: calendar`}
        className="kit-pop kit-float"
        offset={4}
        UNSTABLE_portalContainer={layer}
      >
        <Calendar className="kit-calendar: grid gap-8px p-[10px_12px_12px] [&_h3]:flex-1 [&_h3]:m-0 [&_h3]:type-600-14/1.25rem-text [&_h3]:tracking-0 [&_h3]:text-center [&_table]:border-collapse [&_th]:h-28px [&_th]:text-ink-2 [&_th]:font-500 [&_th]:text-13 [&_td]:p-1px">
          <div className="kit-calendar-head: flex items-center">
            <Button slot="previous" className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}>
              <Icon name="caret-left" />
            </Button>
            <Heading level={3} />
            <Button slot="next" className={nameButton({ kind: "ghost", isSmall: true, isIconOnly: true })}>
              <Icon name="caret-right" />
            </Button>
          </div>
          <CalendarGrid weekdayStyle="short">
            {(date) => <CalendarCell date={date} className="kit-calendar-day" />}
          </CalendarGrid>
        </Calendar>
      </Popover>
    </DatePicker>
  );
}

function readDay(local: string | undefined): CalendarDate | null {
  try {
    return local ? parseDate(local) : null;
  } catch {
    return null;
  }
}

function readClock(local: string | undefined): CalendarDateTime | null {
  try {
    return local ? parseDateTime(local) : null;
  } catch {
    return null;
  }
}
