import { useId } from "react";
import { formatRole } from "#shared/accounts/format-role.ts";
import type { Role } from "#shared/permissions.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { Why } from "#app/staff-kit/switch.tsx";
import type { RoleOption } from "./role-options.ts";
import "./recipes.ts";
import "#app/staff-kit/list/list-strip.css";

interface RoleBoxesProps {
  options: readonly RoleOption[];
  chosen: readonly Role[];
  onChange: (chosen: readonly Role[]) => void;
  error?: string | undefined;
  /** Of the first checkbox, where a link leads to it. */
  id?: string;
}

/** A checkbox for every role there is; those that cannot be chosen say why. */
export function RoleBoxes({ options, chosen, onChange, error, id: first }: RoleBoxesProps) {
  const id = useId();
  return (
    <fieldset className="user-role-boxes: [&_legend]:p-[0_0_4px]" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="kit-label">Roles</legend>
      {error && (
        <p className="kit-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
      {options.map(({ role, line, unavailable }, at) => {
        const isChosen = chosen.includes(role);
        const change = () => onChange(isChosen ? chosen.filter((each) => each !== role) : [...chosen, role]);
        return (
          <div key={role} className={unavailable ? "user-role user-role-off" : "user-role"}>
            <label>
              <input
                type="checkbox"
                {...(at === 0 && first !== undefined && { id: first })}
                className="list-box"
                {...(!unavailable && { name: "role" })}
                value={role}
                checked={isChosen}
                aria-disabled={unavailable ? true : undefined}
                aria-describedby={`${id}-${role}${unavailable ? ` ${id}-${role}-why` : ""}`}
                onChange={change}
                onClick={(event) => unavailable && event.preventDefault()}
              />
              <b>{formatRole(role)}</b>
            </label>
            {unavailable && <Icon name="lock" />}
            <p id={`${id}-${role}`}>{line}</p>
            {unavailable && <Why id={`${id}-${role}-why`}>{unavailable}</Why>}
          </div>
        );
      })}
    </fieldset>
  );
}
