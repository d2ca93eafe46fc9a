from adjudicator.cli import main

main(prog_name="adjudicator")
