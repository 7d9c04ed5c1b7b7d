import { Link } from "react-router";

export const meta = () => [{ title: "A bare page" }];

export default function Home() {
  return (
    <main>
      <h1>A bare page</h1>
      <Link to="/rows">Rows of one query</Link>
    </main>
  );
}
